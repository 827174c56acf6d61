// What the page says, in six languages, in the order of LANGUAGES.

export const LANGUAGES = ["en", "de", "fr", "it", "es", "pt"];

const TEXTS = {
  newGame: ["New game", "Neues Spiel", "Nouvelle partie", "Nuova partita", "Nueva partida", "Novo jogo"],
  rules: ["Rules", "Regeln", "Règles", "Regole", "Reglas", "Regras"],
  language: ["Language", "Sprache", "Langue", "Lingua", "Idioma", "Idioma"],
  theme: ["Light or dark", "Hell oder dunkel", "Clair ou sombre", "Chiaro o scuro", "Claro u oscuro", "Claro ou escuro"],
  menu: ["Menu", "Menü", "Menu", "Menu", "Menú", "Menu"],
  controls: ["Controls", "Bedienung", "Commandes", "Comandi", "Controles", "Comandos"],
  board: ["Board", "Spielbrett", "Plateau", "Tavoliere", "Tablero", "Tabuleiro"],
  white: ["White", "Weiß", "Blancs", "Bianco", "Blancas", "Brancas"],
  black: ["Black", "Schwarz", "Noirs", "Nero", "Negras", "Pretas"],
  sheepSide: ["Sheep", "Schafe", "Moutons", "Pecore", "Ovejas", "Ovelhas"],
  wolfSide: ["Wolf", "Wolf", "Loup", "Lupo", "Lobo", "Lobo"],
  man: ["man", "Stein", "pion", "pedina", "peón", "pedra"],
  king: ["king", "Dame", "dame", "dama", "dama", "dama"],
  stone: ["stone", "Stein", "pion", "pedina", "ficha", "peça"],
  sheep: ["sheep", "Schaf", "mouton", "pecora", "oveja", "ovelha"],
  wolf: ["wolf", "Wolf", "loup", "lupo", "lobo", "lobo"],
  empty: ["empty", "leer", "vide", "libera", "vacía", "vazia"],
  person: ["Person", "Mensch", "Humain", "Persona", "Persona", "Pessoa"],
  engine: ["Engine", "Computer", "Ordinateur", "Computer", "Ordenador", "Computador"],
  level: ["Level", "Spielstärke", "Niveau", "Livello", "Nivel", "Nível"],
  levelN: ["level {0}", "Stärke {0}", "niveau {0}", "livello {0}", "nivel {0}", "nível {0}"],
  time: ["Time", "Bedenkzeit", "Temps", "Tempo", "Tiempo", "Tempo"],
  perMove: ["{0} s a move", "{0} s je Zug", "{0} s par coup", "{0} s a mossa", "{0} s por jugada", "{0} s por lance"],
  clock: ["Clock: {0} min + {1} s", "Uhr: {0} min + {1} s", "Pendule : {0} min + {1} s", "Orologio: {0} min + {1} s", "Reloj: {0} min + {1} s", "Relógio: {0} min + {1} s"],
  hint: ["Hint", "Tipp", "Conseil", "Suggerimento", "Pista", "Dica"],
  back: ["Take back", "Zurück", "Reprendre", "Indietro", "Atrás", "Voltar"],
  forward: ["Forward", "Vor", "Avancer", "Avanti", "Adelante", "Avançar"],
  moveNow: ["Engine, move", "Computer zieht", "L’ordinateur joue", "Muove il computer", "Juega el ordenador", "Joga o computador"],
  turn: ["Turn the board", "Brett drehen", "Tourner le plateau", "Gira il tavoliere", "Girar el tablero", "Virar o tabuleiro"],
  resign: ["Resign", "Aufgeben", "Abandon", "Abbandona", "Abandonar", "Desistir"],
  share: ["Copy link", "Link kopieren", "Copier le lien", "Copia il link", "Copiar enlace", "Copiar link"],
  copied: ["Copied", "Kopiert", "Copié", "Copiato", "Copiado", "Copiado"],
  moves: ["Moves", "Züge", "Coups", "Mosse", "Jugadas", "Lances"],
  analysis: ["Analysis", "Analyse", "Analyse", "Analisi", "Análisis", "Análise"],
  analyse: ["Analyse", "Analysieren", "Analyser", "Analizza", "Analizar", "Analisar"],
  graph: ["Chances over the game", "Verlauf der Chancen", "Évolution des chances", "Andamento della partita", "Evolución de la partida", "Evolução do jogo"],
  graphRun: ["Draw the graph", "Verlauf berechnen", "Tracer la courbe", "Traccia il grafico", "Trazar la gráfica", "Traçar o gráfico"],
  turningPoint: ["{0}: White’s chances {1} % → {2} %", "{0}: Chancen von Weiß {1} % → {2} %", "{0} : chances des Blancs {1} % → {2} %", "{0}: possibilità del Bianco {1} % → {2} %", "{0}: opciones de las blancas {1} % → {2} %", "{0}: chances das brancas {1} % → {2} %"],
  chances: ["Chances of White: {0} %", "Chancen von Weiß: {0} %", "Chances des Blancs : {0} %", "Possibilità del Bianco: {0} %", "Opciones de las blancas: {0} %", "Chances das brancas: {0} %"],
  depth: ["depth {0}", "Tiefe {0}", "profondeur {0}", "profondità {0}", "profundidad {0}", "profundidade {0}"],
  winIn: ["win in {0}", "Gewinn in {0}", "gain en {0}", "vince in {0}", "gana en {0}", "ganha em {0}"],
  loseIn: ["loss in {0}", "Verlust in {0}", "perte en {0}", "perde in {0}", "pierde en {0}", "perde em {0}"],
  file: ["Game file (PDN)", "Spieldatei (PDN)", "Fichier de partie (PDN)", "File di partita (PDN)", "Archivo de partida (PDN)", "Ficheiro de jogo (PDN)"],
  save: ["Save", "Speichern", "Enregistrer", "Salva", "Guardar", "Guardar"],
  load: ["Load", "Laden", "Charger", "Carica", "Cargar", "Carregar"],
  fromFile: ["From a file …", "Aus Datei …", "Depuis un fichier…", "Da un file…", "Desde un archivo…", "De um ficheiro…"],
  pdnHint: ["Paste a game here", "Partie hier einfügen", "Collez une partie ici", "Incolla qui una partita", "Pegue aquí una partida", "Cole aqui um jogo"],
  games: ["Games of the file", "Partien der Datei", "Parties du fichier", "Partite del file", "Partidas del archivo", "Jogos do ficheiro"],
  typeMove: ["Type a move", "Zug eintippen", "Saisir un coup", "Scrivi una mossa", "Escribir una jugada", "Escrever um lance"],
  play: ["Play", "Ziehen", "Jouer", "Gioca", "Jugar", "Jogar"],
  begin: ["Begin", "Beginnen", "Commencer", "Inizia", "Empezar", "Começar"],
  cancel: ["Cancel", "Abbrechen", "Annuler", "Annulla", "Cancelar", "Cancelar"],
  close: ["Close", "Schließen", "Fermer", "Chiudi", "Cerrar", "Fechar"],
  family: ["Game", "Spiel", "Jeu", "Gioco", "Juego", "Jogo"],
  sheet: ["Leaflet", "Spielanleitung", "Notice", "Foglio di regole", "Hoja de reglas", "Folheto"],
  variantOf: ["Variant", "Spielart", "Variante", "Variante", "Variante", "Variante"],
  sheetLanguage: ["Its language", "Ihre Sprache", "Sa langue", "La sua lingua", "Su idioma", "O seu idioma"],
  form: ["Form", "Form", "Forme", "Forma", "Modalidad", "Modalidade"],
  allLanguages: ["all", "alle", "toutes", "tutte", "todos", "todos"],
  ownRules: ["Own rules", "Eigene Regeln", "Règles personnelles", "Regole proprie", "Reglas propias", "Regras próprias"],
  ownRulesTitle: ["{0}, own rules", "{0}, eigene Regeln", "{0}, règles personnelles", "{0}, regole proprie", "{0}, reglas propias", "{0}, regras próprias"],
  ownRulesHint: ["Change any rule; the text follows.", "Jede Regel lässt sich ändern; der Text folgt.", "Changez n’importe quelle règle ; le texte suit.", "Cambia qualsiasi regola; il testo si adegua.", "Cambie cualquier regla; el texto se adapta.", "Mude qualquer regra; o texto acompanha."],
  reset: ["Reset", "Zurücksetzen", "Réinitialiser", "Ripristina", "Restablecer", "Repor"],
  position: ["Start from a position (FEN)", "Mit einer Stellung beginnen (FEN)", "Partir d’une position (FEN)", "Parti da una posizione (FEN)", "Empezar desde una posición (FEN)", "Começar de uma posição (FEN)"],
  startPosition: ["The start", "Die Anfangsstellung", "La position de départ", "La posizione iniziale", "La posición inicial", "A posição inicial"],
  useCurrent: ["This position", "Diese Stellung", "Cette position", "Questa posizione", "Esta posición", "Esta posição"],
  players: ["Players", "Spieler", "Joueurs", "Giocatori", "Jugadores", "Jogadores"],
  hand: ["{0} in hand", "{0} in der Hand", "{0} en main", "{0} in mano", "{0} en mano", "{0} na mão"],
  toMove: ["{0} to move", "{0} am Zug", "Trait : {0}", "Muove: {0}", "Turno: {0}", "Vez: {0}"],
  yourMove: ["Your move, {0}", "Du bist am Zug ({0})", "À vous de jouer ({0})", "Tocca a te ({0})", "Le toca a usted ({0})", "É a sua vez ({0})"],
  thinking: ["{0} is thinking …", "{0} überlegt …", "{0} : l’ordinateur réfléchit…", "{0} pensa…", "{0}: el ordenador piensa…", "{0}: o computador pensa…"],
  again: ["{0}: another turn", "{0} ist noch einmal am Zug", "{0} : encore un tour", "{0}: ancora un turno", "{0}: otro turno", "{0}: mais uma vez"],
  huffedNow: ["{0} has huffed and now moves", "{0} hat geblasen und zieht nun", "{0} : pion soufflé, à jouer maintenant", "{0} ha soffiato e ora muove", "{0}: ha soplado y ahora juega", "{0}: soprou e agora joga"],
  mayHuff: ["You may huff: tap a marked piece to remove it, or just move", "Blasen erlaubt: markierten Stein antippen und wegnehmen, oder einfach ziehen", "Vous pouvez souffler : touchez un pion marqué pour l’ôter, ou jouez", "Puoi soffiare: tocca un pezzo segnato per toglierlo, oppure muovi", "Puede soplar: toque una pieza marcada para quitarla, o juegue", "Pode soprar: toque numa peça marcada para a retirar, ou jogue"],
  mustHuff: ["First remove a marked piece: it failed to capture", "Erst einen markierten Stein wegnehmen: er hat nicht geschlagen", "Ôtez d’abord un pion marqué : il n’a pas pris", "Prima togli un pezzo segnato: non ha catturato", "Primero quite una pieza marcada: no capturó", "Retire primeiro uma peça marcada: não tomou"],
  goOn: ["Go on jumping", "Weiter springen", "Continuez la prise", "Continua la presa", "Siga capturando", "Continue a tomar"],
  mayStop: ["Go on, or stop here", "Weiter springen oder hier aufhören", "Continuez, ou arrêtez-vous ici", "Continua, o fermati qui", "Siga, o deténgase aquí", "Continue, ou pare aqui"],
  stopHere: ["Stop here", "Hier aufhören", "S’arrêter ici", "Fermati qui", "Parar aquí", "Parar aqui"],
  takeStone: ["Mill! Take a marked stone", "Mühle! Nimm einen markierten Stein", "Moulin ! Prenez un pion marqué", "Mulino! Prendi una pedina segnata", "¡Molino! Tome una ficha marcada", "Trilha! Retire uma peça marcada"],
  takeNone: ["Take nothing", "Nichts nehmen", "Ne rien prendre", "Non prendere nulla", "No tomar nada", "Não retirar nada"],
  placeStone: ["Place a stone on a free point", "Setze einen Stein auf einen freien Punkt", "Posez un pion sur un point libre", "Posa una pedina su un punto libero", "Coloque una ficha en un punto libre", "Coloque uma peça num ponto livre"],
  placeWolf: ["Place the wolf on a free square", "Setze den Wolf auf ein freies Feld", "Posez le loup sur une case libre", "Metti il lupo su una casella libera", "Coloque el lobo en una casilla libre", "Coloque o lobo numa casa livre"],
  whiteWins: ["White wins", "Weiß gewinnt", "Les Blancs gagnent", "Vince il Bianco", "Ganan las blancas", "Ganham as brancas"],
  blackWins: ["Black wins", "Schwarz gewinnt", "Les Noirs gagnent", "Vince il Nero", "Ganan las negras", "Ganham as pretas"],
  sheepWins: ["The sheep win", "Die Schafe gewinnen", "Les moutons gagnent", "Vincono le pecore", "Ganan las ovejas", "Ganham as ovelhas"],
  wolfWins: ["The wolf wins", "Der Wolf gewinnt", "Le loup gagne", "Vince il lupo", "Gana el lobo", "Ganha o lobo"],
  draw: ["Draw", "Unentschieden", "Partie nulle", "Patta", "Tablas", "Empate"],
  whyOver: ["The game is over.", "Das Spiel ist zu Ende.", "La partie est terminée.", "La partita è finita.", "La partida ha terminado.", "O jogo terminou."],
  whyHuff: ["First a marked piece must be removed.", "Erst muss ein markierter Stein weg.", "Il faut d’abord ôter un pion marqué.", "Prima va tolto un pezzo segnato.", "Primero hay que quitar una pieza marcada.", "Primeiro é preciso retirar uma peça marcada."],
  whyWolf: ["The wolf is placed on a free square.", "Der Wolf kommt auf ein freies Feld.", "Le loup se pose sur une case libre.", "Il lupo si mette su una casella libera.", "El lobo se coloca en una casilla libre.", "O lobo coloca-se numa casa livre."],
  whyTarget: ["It cannot go there; the dots show where it can.", "Dorthin geht es nicht; die Punkte zeigen, wohin.", "Impossible d’y aller ; les points montrent où.", "Lì non si può; i punti mostrano dove.", "Ahí no se puede; los puntos muestran dónde.", "Aí não pode; os pontos mostram onde."],
  whyPlace: ["A stone goes on a free point.", "Gesetzt wird auf einen freien Punkt.", "On pose sur un point libre.", "Si posa su un punto libero.", "Se coloca en un punto libre.", "Coloca-se num ponto livre."],
  whyEmpty: ["There is no piece here.", "Hier steht kein Stein.", "Il n’y a pas de pion ici.", "Qui non c’è nessun pezzo.", "Aquí no hay ninguna pieza.", "Aqui não há nenhuma peça."],
  whyTheirs: ["This piece is the opponent’s.", "Dieser Stein gehört dem Gegner.", "Ce pion est à l’adversaire.", "Questo pezzo è dell’avversario.", "Esta pieza es del rival.", "Esta peça é do adversário."],
  whyCapture: ["A capture must be made; the marked pieces can.", "Es besteht Schlagzwang; die markierten Steine können schlagen.", "La prise est obligatoire ; les pions marqués peuvent prendre.", "La presa è obbligatoria; i pezzi segnati possono prendere.", "Capturar es obligatorio; pueden las piezas marcadas.", "A tomada é obrigatória; as peças marcadas podem tomar."],
  whyStuck: ["This piece cannot move.", "Dieser Stein kann nicht ziehen.", "Ce pion ne peut pas bouger.", "Questo pezzo non può muovere.", "Esta pieza no puede moverse.", "Esta peça não pode mover-se."],
  whyNotYours: ["It is the engine’s turn.", "Der Computer ist am Zug.", "C’est à l’ordinateur de jouer.", "Tocca al computer.", "Le toca al ordenador.", "É a vez do computador."],
  notLegal: ["{0} is not possible here.", "{0} ist hier nicht möglich.", "{0} n’est pas possible ici.", "{0} qui non è possibile.", "{0} no es posible aquí.", "{0} não é possível aqui."],
  legalLike: ["Possible and like it: {0}", "Möglich und ähnlich: {0}", "Possibles et semblables : {0}", "Possibili e simili: {0}", "Posibles y parecidas: {0}", "Possíveis e parecidos: {0}"],
  badLink: ["The link cannot be read: {0}", "Der Link ist nicht lesbar: {0}", "Lien illisible : {0}", "Il link non si può leggere: {0}", "No se puede leer el enlace: {0}", "Não é possível ler o link: {0}"],
  badRules: ["Not possible: {0}", "Nicht möglich: {0}", "Impossible : {0}", "Non è possibile: {0}", "No es posible: {0}", "Não é possível: {0}"],
  badFile: ["The game cannot be read: {0}", "Die Partie ist nicht lesbar: {0}", "Partie illisible : {0}", "La partita non si può leggere: {0}", "No se puede leer la partida: {0}", "Não é possível ler o jogo: {0}"],
  offline: ["The engine cannot be reached. Trying again …", "Die Engine ist nicht erreichbar. Neuer Versuch …", "Moteur injoignable. Nouvel essai…", "Motore non raggiungibile. Nuovo tentativo…", "No se puede contactar con el motor. Reintentando…", "Não é possível contactar o motor. A tentar de novo…"],
  canMove: ["can move", "kann ziehen", "peut jouer", "può muovere", "puede mover", "pode mover"],
  target: ["possible target", "mögliches Ziel", "case possible", "casella possibile", "destino posible", "destino possível"],
  huffable: ["may be huffed", "darf geblasen werden", "peut être soufflé", "si può soffiare", "se puede soplar", "pode ser soprado"],
  selected: ["selected", "gewählt", "choisi", "scelto", "elegida", "escolhida"],
  boardHelp: ["Arrow keys move, Enter chooses, Escape cancels", "Pfeiltasten bewegen, Eingabe wählt, Escape bricht ab", "Flèches pour se déplacer, Entrée pour choisir, Échap pour annuler", "Frecce per spostarsi, Invio per scegliere, Esc per annullare", "Flechas para moverse, Intro para elegir, Escape para cancelar", "Setas para mover, Enter para escolher, Escape para cancelar"],
  loaded: ["Game loaded: {0} moves", "Partie geladen: {0} Züge", "Partie chargée : {0} coups", "Partita caricata: {0} mosse", "Partida cargada: {0} jugadas", "Jogo carregado: {0} lances"],
  noMoves: ["no moves yet", "noch keine Züge", "aucun coup", "ancora nessuna mossa", "aún sin jugadas", "ainda sem lances"],
  sureResign: ["Resign this game?", "Diese Partie aufgeben?", "Abandonner cette partie ?", "Abbandonare la partita?", "¿Abandonar esta partida?", "Desistir deste jogo?"],
  // How games end; {0} is the side to move.
  "no-pieces-left": ["{0} has no pieces left", "keine Steine mehr ({0})", "plus de pions ({0})", "nessun pezzo rimasto ({0})", "sin piezas ({0})", "sem peças ({0})"],
  "no-legal-move": ["{0} cannot move", "kein Zug möglich ({0})", "aucun coup possible ({0})", "nessuna mossa possibile ({0})", "sin jugada posible ({0})", "sem lance possível ({0})"],
  "fewer-than-three-stones-left": ["fewer than three stones left", "weniger als drei Steine", "moins de trois pions", "meno di tre pedine", "menos de tres fichas", "menos de três peças"],
  "a-man-was-crowned": ["a man was crowned", "ein Stein wurde zur Dame", "un pion a été damé", "una pedina è diventata dama", "un peón ha coronado", "uma pedra foi coroada"],
  "a-mill-was-closed": ["a mill was closed", "eine Mühle wurde geschlossen", "un moulin a été fermé", "un mulino è stato chiuso", "se ha cerrado un molino", "uma trilha foi fechada"],
  "the-wolf-is-behind-the-sheep": ["the wolf has slipped past the sheep", "der Wolf ist durchgebrochen", "le loup a franchi la ligne", "il lupo è passato", "el lobo ha pasado", "o lobo passou"],
  "the-wolf-is-caught": ["the wolf is caught", "der Wolf ist eingeschlossen", "le loup est pris", "il lupo è preso", "el lobo está atrapado", "o lobo está preso"],
  "third-repetition": ["the same position for the third time", "dreimal dieselbe Stellung", "même position pour la troisième fois", "stessa posizione per la terza volta", "misma posición por tercera vez", "mesma posição pela terceira vez"],
  "no-progress": ["no progress for too long", "zu lange ohne Fortschritt", "trop longtemps sans progrès", "troppo a lungo senza progressi", "demasiado tiempo sin progreso", "demasiado tempo sem progresso"],
  "drawn-ending": ["a drawn ending", "ein Remis-Endspiel", "une finale nulle", "un finale patto", "un final de tablas", "um final empatado"],
  resigned: ["the opponent has resigned", "der Gegner hat aufgegeben", "l’adversaire a abandonné", "l’avversario ha abbandonato", "el rival ha abandonado", "o adversário desistiu"],
  time_up: ["the opponent’s time is up", "die Zeit des Gegners ist abgelaufen", "l’adversaire a dépassé le temps", "il tempo dell’avversario è scaduto", "se agotó el tiempo del rival", "o tempo do adversário acabou"],
  // Games.
  draughts: ["Draughts", "Dame", "Dames", "Dama", "Damas", "Damas"],
  tournament: ["Tournament draughts", "Turnierdame", "Dames de compétition", "Dama da torneo", "Damas de torneo", "Damas de competição"],
  morris: ["Morris", "Mühle", "Marelle", "Mulino", "Molino", "Trilha (moinho)"],
  "wolf and sheep": ["Wolf and sheep", "Wolf und Schafe", "Loup et moutons", "Lupo e pecore", "Lobo y ovejas", "Lobo e ovelhas"],
  plain: ["usual", "üblich", "ordinaire", "normale", "normal", "normal"],
  losing: ["losing game", "Schlagdame", "qui perd gagne", "vinciperdi", "gana-pierde", "ganha-perde"],
  huff: ["with huffing", "mit Blasen", "avec souffler", "con la soffiata", "con soplo", "com sopro"],
  100: ["10×10", "10×10", "10×10", "10×10", "10×10", "10×10"],
  "100-huff": ["10×10, with huffing", "10×10, mit Blasen", "10×10, avec souffler", "10×10, con la soffiata", "10×10, con soplo", "10×10, com sopro"],
  schmidt: ["Schmidt", "Schmidt", "Schmidt", "Schmidt", "Schmidt", "Schmidt"],
  redboard: ["Red board", "Rotes Brett", "Plateau rouge", "Tavoliere rosso", "Tablero rojo", "Tabuleiro vermelho"],
  ravensburger: ["Ravensburger", "Ravensburger", "Ravensburger", "Ravensburger", "Ravensburger", "Ravensburger"],
  doubleboard: ["Double board", "Doppelbrett", "Plateau double", "Tavoliere doppio", "Tablero doble", "Tabuleiro duplo"],
  english: ["English draughts (checkers)", "Englische Dame (Checkers)", "Dames anglaises (checkers)", "Dama inglese (checkers)", "Damas inglesas (checkers)", "Damas inglesas (checkers)"],
  international: ["International draughts", "Internationale Dame", "Dames internationales", "Dama internazionale", "Damas internacionales", "Damas internacionais"],
  russian: ["Russian draughts", "Russische Dame", "Dames russes", "Dama russa", "Damas rusas", "Damas russas"],
  brazilian: ["Brazilian draughts", "Brasilianische Dame", "Dames brésiliennes", "Dama brasiliana", "Damas brasileñas", "Damas brasileiras"],
  pool: ["Pool checkers", "Pool Checkers", "Pool checkers", "Pool checkers", "Pool checkers", "Pool checkers"],
  italian: ["Italian draughts", "Italienische Dame", "Dames italiennes", "Dama italiana", "Damas italianas", "Damas italianas"],
  spanish: ["Spanish draughts", "Spanische Dame", "Dames espagnoles", "Dama spagnola", "Damas españolas", "Damas espanholas"],
  czech: ["Czech draughts", "Tschechische Dame", "Dames tchèques", "Dama ceca", "Damas checas", "Damas checas"],
  thai: ["Thai draughts (makhos)", "Thailändische Dame (Makhos)", "Dames thaïlandaises (makhos)", "Dama thailandese (makhos)", "Damas tailandesas (makhos)", "Damas tailandesas (makhos)"],
  antidraughts: ["Antidraughts", "Antidame", "Dames à qui perd gagne", "Antidama", "Antidamas", "Antidamas"],
  breakthrough: ["Breakthrough", "Durchbruch", "Percée", "Sfondamento", "Ruptura", "Rutura"],
  killer: ["Killer draughts", "Killerdame", "Dames « killer »", "Dama killer", "Damas killer", "Damas killer"],
  frisian: ["Frisian draughts", "Friesische Dame", "Dames frisonnes", "Dama frisona", "Damas frisonas", "Damas frísias"],
  frysk: ["Frysk! (Frisian, five men)", "Frysk! (friesisch, fünf Steine)", "Frysk! (frison, cinq pions)", "Frysk! (frisona, cinque pedine)", "Frysk! (frisón, cinco peones)", "Frysk! (frísio, cinco pedras)"],
  turkish: ["Turkish draughts", "Türkische Dame", "Dames turques", "Dama turca", "Damas turcas", "Damas turcas"],
  tanzanian: ["Tanzanian draughts", "Tansanische Dame", "Dames tanzaniennes", "Dama tanzaniana", "Damas tanzanas", "Damas tanzanianas"],
  philippine: ["Philippine draughts", "Philippinische Dame", "Dames philippines", "Dama filippina", "Damas filipinas", "Damas filipinas"],
  jamaican: ["Jamaican draughts", "Jamaikanische Dame", "Dames jamaïcaines", "Dama giamaicana", "Damas jamaicanas", "Damas jamaicanas"],
  "nine-mens-morris": ["Nine men’s morris", "Mühle", "Jeu du moulin", "Mulino", "Molino", "Trilha (moinho)"],
  "ravensburger-mill": ["Morris, Ravensburger", "Mühle, Ravensburger", "Moulin, Ravensburger", "Mulino, Ravensburger", "Molino, Ravensburger", "Trilha, Ravensburger"],
  "doubleboard-mill": ["Morris, double board", "Mühle, Doppelbrett", "Moulin, plateau double", "Mulino, tavoliere doppio", "Molino, tablero doble", "Trilha, tabuleiro duplo"],
  "mixed-mill": ["Mixed mill", "Gemischte Mühle", "Moulin mixte", "Mulino misto", "Molino mixto", "Trilha mista"],
  "ceylon-mill": ["Ceylon mill", "Ceylonische Mühle", "Moulin de Ceylan", "Mulino di Ceylon", "Molino de Ceilán", "Trilha do Ceilão"],
  "lasker-morris": ["Lasker morris", "Laskermühle", "Moulin de Lasker", "Mulino di Lasker", "Molino de Lasker", "Trilha de Lasker"],
  "twelve-mens-morris": ["Twelve men’s morris", "Zwölfermühle", "Moulin à douze pions", "Mulino a dodici", "Molino de doce", "Trilha de doze"],
  "eleven-mens-morris": ["Eleven men’s morris", "Elfermühle", "Moulin à onze pions", "Mulino a undici", "Molino de once", "Trilha de onze"],
  morabaraba: ["Morabaraba", "Morabaraba", "Morabaraba", "Morabaraba", "Morabaraba", "Morabaraba"],
  "three-mens-morris": ["Three men’s morris", "Dreiermühle", "Moulin à trois pions", "Mulino a tre", "Molino de tres", "Trilha de três"],
  "five-mens-morris": ["Five men’s morris", "Fünfermühle", "Moulin à cinq pions", "Mulino a cinque", "Molino de cinco", "Trilha de cinco"],
  "six-mens-morris": ["Six men’s morris", "Sechsermühle", "Moulin à six pions", "Mulino a sei", "Molino de seis", "Trilha de seis"],
  "seven-mens-morris": ["Seven men’s morris", "Siebenermühle", "Moulin à sept pions", "Mulino a sette", "Molino de siete", "Trilha de sete"],
  "wolf-and-sheep": ["Wolf and sheep", "Wolf und Schafe", "Loup et moutons", "Lupo e pecore", "Lobo y ovejas", "Lobo e ovelhas"],
};

let column = 0;

export function setLanguage(language) {
  column = Math.max(0, LANGUAGES.indexOf(language));
  document.documentElement.lang = LANGUAGES[column];
}

export function language() {
  return LANGUAGES[column];
}

export function knows(key) {
  return Object.hasOwn(TEXTS, key);
}

// A text with its {0}, {1} filled in. A word that has no text stands for itself.
export function t(key, ...values) {
  const text = TEXTS[key]?.[column] ?? String(key).replaceAll("-", " ");
  return text.replace(/\{(\d)\}/g, (_, at) => values[at]);
}

// The title of a game: a name of its own, or leaflet, language and form.
export function gameTitle(name) {
  const [base, ...overrides] = name.split("+");
  const sheet = /^(schmidt|redboard|ravensburger|doubleboard)-(..)(?:-(.*))?$/.exec(base);
  let title = t(base);
  if (sheet) {
    const [, publisher, sheetLanguage, form] = sheet;
    const names = new Intl.DisplayNames([language()], { type: "language" });
    title = `${t("draughts")}, ${t(publisher)} (${names.of(sheetLanguage === "gb" ? "en" : sheetLanguage)})`;
    if (form) title += `, ${t(form)}`;
  } else if (!knows(base)) title = base.charAt(0).toUpperCase() + base.slice(1).replaceAll("-", " ");
  return overrides.length ? t("ownRulesTitle", title) : title;
}
