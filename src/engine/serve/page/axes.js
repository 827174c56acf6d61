// The names of rule axes and their values in six languages, in the order of LANGUAGES. What has none here is shown as the engine
// names it.

import { language, LANGUAGES } from "./texts.js";

const AXES = {
  board: ["Board", "Spielbrett", "Plateau", "Tavoliere", "Tablero", "Tabuleiro"],
  corner: ["Dark corner", "Dunkles Eckfeld", "Case d’angle foncée", "Angolo scuro", "Esquina oscura", "Canto escuro"],
  "men-rows": ["Rows of men", "Reihen von Steinen", "Rangées de pions", "File di pedine", "Filas de peones", "Fileiras de pedras"],
  first: ["Who begins", "Wer beginnt", "Qui commence", "Chi comincia", "Quién empieza", "Quem começa"],
  "men-capture": ["Men jump", "Steine schlagen", "Prise des pions", "Presa delle pedine", "Captura de los peones", "Tomada das pedras"],
  "king-move": ["Kings move", "Damen ziehen", "Marche des dames", "Mossa delle dame", "Movimiento de las damas", "Movimento das damas"],
  "king-capture": ["Kings capture", "Damen schlagen", "Prise des dames", "Presa delle dame", "Captura de las damas", "Tomada das damas"],
  "capture-lines": ["Captures go", "Geschlagen wird", "Sens de la prise", "Direzioni della presa", "Dirección de la captura", "Direções da tomada"],
  "turn-back": ["Kings turn back in mid-capture", "Damen kehren beim Schlagen um", "Dame : demi-tour en prenant", "Dame: dietrofront nella presa", "Damas: media vuelta al capturar", "Damas: meia-volta ao tomar"],
  "king-limit": ["Same king in a row", "Dieselbe Dame hintereinander", "Même dame de suite", "Stessa dama di seguito", "Misma dama seguida", "Mesma dama seguida"],
  capture: ["Capturing", "Schlagen", "La prise", "La presa", "La captura", "A tomada"],
  huff: ["Huffing", "Blasen", "Souffler", "Soffiare", "Soplar", "Soprar"],
  chain: ["Several jumps", "Mehrfachsprünge", "Rafle", "Presa multipla", "Captura múltiple", "Tomada múltipla"],
  choice: ["Choice of captures", "Wahl beim Schlagen", "Choix de la prise", "Scelta della presa", "Elección de captura", "Escolha da tomada"],
  removal: ["Jumped pieces leave", "Geschlagene Steine", "Pions pris ôtés", "Pezzi presi tolti", "Piezas capturadas", "Peças tomadas"],
  promote: ["Last row in mid-capture", "Letzte Reihe beim Schlagen", "Dernière rangée en prenant", "Ultima riga durante la presa", "Última fila al capturar", "Última fileira ao tomar"],
  "men-take-kings": ["Men take kings", "Steine schlagen Damen", "Pions prennent dames", "Pedine prendono dame", "Peones capturan damas", "Pedras tomam damas"],
  goal: ["Goal", "Spielziel", "But du jeu", "Scopo", "Objetivo", "Objetivo"],
  draws: ["Drawn endings", "Remis-Endspiele", "Finales nulles", "Finali patti", "Finales de tablas", "Finais empatados"],
  "no-progress": ["Draw after plies without progress", "Remis nach Halbzügen ohne Fortschritt", "Nulle après coups sans progrès", "Patta dopo mosse senza progressi", "Tablas tras jugadas sin progreso", "Empate após lances sem progresso"],
  men: ["Stones each", "Steine je Seite", "Pions par camp", "Pedine per parte", "Fichas por bando", "Peças por lado"],
  placing: ["Placing", "Setzen", "La pose", "Posa", "Colocación", "Colocação"],
  "placing-mill": ["A mill by placing", "Mühle beim Setzen", "Moulin en posant", "Mulino posando", "Molino al colocar", "Trilha ao colocar"],
  "moving-mill": ["A mill by moving", "Mühle beim Ziehen", "Moulin en jouant", "Mulino muovendo", "Molino al mover", "Trilha ao mover"],
  "placing-until": ["Placing lasts", "Setzphase dauert", "La pose dure", "La posa dura", "La colocación dura", "A colocação dura"],
  shield: ["Stones in a mill", "Steine in einer Mühle", "Pions d’un moulin", "Pedine in un mulino", "Fichas en un molino", "Peças numa trilha"],
  take: ["Taking a stone", "Stein wegnehmen", "Prendre un pion", "Prendere una pedina", "Tomar una ficha", "Retirar uma peça"],
  "double-mill": ["Two mills at once", "Zwei Mühlen zugleich", "Deux moulins à la fois", "Due mulini insieme", "Dos molinos a la vez", "Duas trilhas de uma vez"],
  "jumper-falls": ["Three stones lose to a mill", "Drei Steine verlieren gegen eine Mühle", "Trois pions perdent contre un moulin", "Tre pedine perdono contro un mulino", "Tres fichas pierden ante un molino", "Três peças perdem para uma trilha"],
  fly: ["Flying", "Springen", "Sauter", "Saltare", "Volar", "Saltar"],
};

const YES = ["yes", "ja", "oui", "sì", "sí", "sim"];
const NO = ["no", "nein", "non", "no", "no", "não"];
const NEVER = ["never", "nie", "jamais", "mai", "nunca", "nunca"];
const VALUES = {
  "board=8": ["8×8", "8×8", "8×8", "8×8", "8×8", "8×8"],
  "board=64": ["8×8, all squares", "8×8, alle Felder", "8×8, toutes les cases", "8×8, tutte le caselle", "8×8, todas las casillas", "8×8, todas as casas"],
  "board=10": ["10×10", "10×10", "10×10", "10×10", "10×10", "10×10"],
  "board=24": ["24 points", "24 Punkte", "24 points", "24 punti", "24 puntos", "24 pontos"],
  "board=24-diagonals": ["24 points, with diagonals", "24 Punkte, mit Diagonalen", "24 points, avec diagonales", "24 punti, con diagonali", "24 puntos, con diagonales", "24 pontos, com diagonais"],
  "board=16": ["16 points", "16 Punkte", "16 points", "16 punti", "16 puntos", "16 pontos"],
  "board=9": ["9 points", "9 Punkte", "9 points", "9 punti", "9 puntos", "9 pontos"],
  "board=9-diagonals": ["9 points, with diagonals", "9 Punkte, mit Diagonalen", "9 points, avec diagonales", "9 punti, con diagonali", "9 puntos, con diagonales", "9 pontos, com diagonais"],
  "corner=left": ["left", "links", "à gauche", "a sinistra", "izquierda", "esquerda"],
  "corner=right": ["right", "rechts", "à droite", "a destra", "derecha", "direita"],
  "first=white": ["White", "Weiß", "les Blancs", "il Bianco", "las blancas", "as brancas"],
  "first=black": ["Black", "Schwarz", "les Noirs", "il Nero", "las negras", "as pretas"],
  "first=sheep": ["the sheep", "die Schafe", "les moutons", "le pecore", "las ovejas", "as ovelhas"],
  "first=wolf": ["the wolf", "der Wolf", "le loup", "il lupo", "el lobo", "o lobo"],
  "men-capture=forward": ["forward only", "nur vorwärts", "en avant seulement", "solo in avanti", "solo hacia delante", "só para a frente"],
  "men-capture=all": ["backwards too", "auch rückwärts", "aussi en arrière", "anche indietro", "también hacia atrás", "também para trás"],
  "king-move=short": ["one step", "ein Feld", "d’une case", "di una casella", "una casilla", "uma casa"],
  "king-move=long": ["any distance", "beliebig weit", "à toute distance", "a ogni distanza", "a cualquier distancia", "a qualquer distância"],
  "king-capture=adjacent": ["only a neighbour", "nur den Nachbarn", "seulement une voisine", "solo il vicino", "solo la vecina", "só a vizinha"],
  "king-capture=behind": ["from afar, landing just behind", "von weitem, direkt dahinter", "de loin, juste derrière", "da lontano, subito dietro", "de lejos, justo detrás", "de longe, logo atrás"],
  "king-capture=any": ["from afar, landing anywhere", "von weitem, beliebig dahinter", "de loin, n’importe où derrière", "da lontano, ovunque dietro", "de lejos, en cualquier casilla", "de longe, em qualquer casa"],
  "king-capture=killer": ["anywhere, just behind a king", "beliebig, direkt hinter Damen", "où l’on veut, juste derrière une dame", "ovunque, ma subito dietro una dama", "en cualquiera, justo tras una dama", "em qualquer, logo atrás de uma dama"],
  "capture-lines=moves": ["as pieces move", "wie gezogen wird", "comme on se déplace", "come ci si muove", "como se mueve", "como se move"],
  "capture-lines=all": ["along rows and columns too", "auch gerade", "aussi en ligne droite", "anche in linea retta", "también en línea recta", "também em linha reta"],
  "turn-back=yes": YES,
  "turn-back=no": NO,
  "king-limit=never": ["no limit", "ohne Grenze", "sans limite", "senza limite", "sin límite", "sem limite"],
  "capture=must": ["compulsory", "Pflicht", "obligatoire", "obbligatoria", "obligatoria", "obrigatória"],
  "capture=may": ["optional", "freiwillig", "facultative", "facoltativa", "voluntaria", "facultativa"],
  "capture=huff": ["optional, but huffed", "freiwillig, aber es wird geblasen", "facultative, mais on souffle", "facoltativa, ma si soffia", "voluntaria, pero se sopla", "facultativa, mas sopra-se"],
  "huff=may": ["allowed", "erlaubt", "permis", "permesso", "permitido", "permitido"],
  "huff=must": ["compulsory", "Pflicht", "obligatoire", "obbligatorio", "obligatorio", "obrigatório"],
  "chain=must": ["must go on", "müssen weitergehen", "à achever", "da completare", "deben completarse", "devem completar-se"],
  "chain=may": ["may stop", "dürfen enden", "peut s’arrêter", "può fermarsi", "pueden parar", "podem parar"],
  "choice=free": ["free", "frei", "libre", "libera", "libre", "livre"],
  "choice=most": ["the most pieces", "die meisten Steine", "le plus de pions", "il maggior numero", "el mayor número", "o maior número"],
  "choice=most-kings": ["the most pieces, then kings", "die meisten Steine, dann Damen", "le plus de pions, puis de dames", "il maggior numero, poi dame", "el mayor número, luego damas", "o maior número, depois damas"],
  "choice=king-first": ["kings first", "Damen zuerst", "la dame d’abord", "prima la dama", "primero la dama", "primeiro a dama"],
  "choice=italian": ["Italian order", "italienische Ordnung", "ordre italien", "ordine italiano", "orden italiano", "ordem italiana"],
  "choice=frisian": ["Frisian values", "friesische Werte", "valeurs frisonnes", "valori frisoni", "valores frisones", "valores frísios"],
  "removal=end": ["after the whole move", "nach dem ganzen Zug", "après le coup", "a fine mossa", "al final de la jugada", "no fim do lance"],
  "removal=now": ["at once", "sofort", "aussitôt", "subito", "en el acto", "logo"],
  "promote=stop": ["crowned, the move ends", "wird Dame, der Zug endet", "damé, le coup s’arrête", "dama, la mossa finisce", "corona y termina", "coroa e termina"],
  "promote=pass": ["goes on as a man", "schlägt als Stein weiter", "continue comme pion", "continua come pedina", "sigue como peón", "continua como pedra"],
  "promote=continue": ["goes on as a king", "schlägt als Dame weiter", "continue comme dame", "continua come dama", "sigue como dama", "continua como dama"],
  "men-take-kings=yes": YES,
  "men-take-kings=no": NO,
  "goal=win": ["to win", "gewinnen", "gagner", "vincere", "ganar", "ganhar"],
  "goal=stones": ["to take stones or block", "Steine nehmen oder einschließen", "prendre des pions ou bloquer", "prendere pedine o bloccare", "tomar fichas o bloquear", "retirar peças ou bloquear"],
  "goal=mill": ["to close the first mill", "die erste Mühle schließen", "fermer le premier moulin", "chiudere il primo mulino", "cerrar el primer molino", "fechar a primeira trilha"],
  "goal=lose": ["to have no move left", "keinen Zug mehr haben", "ne plus pouvoir jouer", "restare senza mosse", "quedarse sin jugadas", "ficar sem lances"],
  "goal=lose-all": ["to lose all pieces", "alle Steine verlieren", "perdre tous ses pions", "perdere tutti i pezzi", "perder todas las piezas", "perder todas as peças"],
  "goal=crown": ["to crown a man", "eine Dame bekommen", "faire une dame", "fare dama", "coronar", "coroar"],
  "goal=stones": ["to take stones", "Steine nehmen", "prendre des pions", "prendere pedine", "tomar fichas", "retirar peças"],
  "goal=mill": ["the first mill", "die erste Mühle", "le premier moulin", "il primo mulino", "el primer molino", "o primeiro moinho"],
  "draws=plain": ["none", "keine", "aucune", "nessuno", "ninguno", "nenhum"],
  "draws=sheet": ["one king each", "je eine Dame", "une dame chacun", "una dama ciascuno", "una dama cada uno", "uma dama cada"],
  "draws=fmjd": ["as in international draughts", "wie in der internationalen Dame", "comme aux dames internationales", "come nella dama internazionale", "como en las damas internacionales", "como nas damas internacionais"],
  "draws=russian": ["as in Russian draughts", "wie in der russischen Dame", "comme aux dames russes", "come nella dama russa", "como en las damas rusas", "como nas damas russas"],
  "draws=brazilian": ["as in Brazilian draughts", "wie in der brasilianischen Dame", "comme aux dames brésiliennes", "come nella dama brasiliana", "como en las damas brasileñas", "como nas damas brasileiras"],
  "draws=frisian": ["as in Frisian draughts", "wie in der friesischen Dame", "comme aux dames frisonnes", "come nella dama frisona", "como en las damas frisonas", "como nas damas frísias"],
  "draws=turkish": ["one piece each", "je ein Stein", "une pièce chacun", "un pezzo ciascuno", "una pieza cada uno", "uma peça cada"],
  "draws=pool": ["as in pool checkers", "wie im Pool Checkers", "comme au pool checkers", "come nel pool checkers", "como en pool checkers", "como no pool checkers"],
  "no-progress=never": NEVER,
  "placing=phase": ["first all stones", "erst alle Steine", "d’abord tous les pions", "prima tutte le pedine", "primero todas las fichas", "primeiro todas as peças"],
  "placing=mixed": ["place or move", "setzen oder ziehen", "poser ou jouer", "posare o muovere", "colocar o mover", "colocar ou mover"],
  "placing-mill=take": ["takes a stone", "nimmt einen Stein", "prend un pion", "prende una pedina", "toma una ficha", "retira uma peça"],
  "placing-mill=again": ["another turn", "noch ein Zug", "encore un tour", "ancora un turno", "otro turno", "mais uma vez"],
  "moving-mill=take": ["takes a stone", "nimmt einen Stein", "prend un pion", "prende una pedina", "toma una ficha", "retira uma peça"],
  "moving-mill=take-again": ["takes a stone and moves again", "nimmt einen Stein und zieht noch einmal", "prend un pion et rejoue", "prende una pedina e rigioca", "toma una ficha y repite", "retira uma peça e repete"],
  "placing-until=own": ["own hand empty", "bis die eigene Hand leer ist", "sa main vide", "propria mano vuota", "mano propia vacía", "mão própria vazia"],
  "placing-until=both": ["both hands empty", "bis beide Hände leer sind", "les deux mains vides", "entrambe le mani vuote", "ambas manos vacías", "ambas as mãos vazias"],
  "shield=unless-all": ["safe, unless all are in mills", "sicher, außer wenn es alle sind", "à l’abri, sauf si tous y sont", "al sicuro, salvo che lo siano tutte", "a salvo, salvo si lo están todas", "seguras, salvo se todas estiverem"],
  "shield=always": ["always safe", "immer sicher", "toujours à l’abri", "sempre al sicuro", "siempre a salvo", "sempre seguras"],
  "take=must": ["compulsory", "Pflicht", "obligatoire", "obbligatorio", "obligatorio", "obrigatório"],
  "take=may": ["optional", "freiwillig", "facultatif", "facoltativo", "voluntario", "facultativo"],
  "double-mill=one": ["one stone", "ein Stein", "un pion", "una pedina", "una ficha", "uma peça"],
  "double-mill=two": ["two stones", "zwei Steine", "deux pions", "due pedine", "dos fichas", "duas peças"],
  "jumper-falls=yes": YES,
  "jumper-falls=no": NO,
  "fly=3": ["with three stones", "mit drei Steinen", "avec trois pions", "con tre pedine", "con tres fichas", "com três peças"],
  "fly=never": NEVER,
};

const pick = (texts) => texts?.[LANGUAGES.indexOf(language())];

// Whether an axis, or a value of it, has a name in every language.
export function knowsAxis(name, value = null) {
  return (value === null ? AXES[name] : VALUES[`${name}=${value}`])?.length === LANGUAGES.length;
}

export function axisTitle(axis) {
  return pick(AXES[axis.name]) ?? axis.name;
}

export function valueTitle(axis, value, meaning) {
  return pick(VALUES[`${axis}=${value}`]) ?? (meaning.length < 40 ? meaning : value);
}
