// The part of the address after #, which holds the game, its moves and the settings, so that a link brings them all.

const FIELDS = { variant: "g", start: "f", white: "w", black: "b", level: "l", limit: "t", flipped: "r", language: "h" };

export function readLink() {
  const fields = new URLSearchParams(location.hash.slice(1));
  const link = {};
  for (const [name, key] of Object.entries(FIELDS)) if (fields.has(key)) link[name] = fields.get(key);
  // In a link that was typed, the sign between overrides is not escaped, and reads as a space.
  if (link.variant) link.variant = link.variant.replaceAll(" ", "+");
  link.moves = (fields.get("m") ?? "").split("_").filter(Boolean);
  link.ply = fields.has("p") ? Number(fields.get("p")) : null;
  return link;
}

export function writeLink(link) {
  const fields = new URLSearchParams();
  for (const [name, key] of Object.entries(FIELDS)) if (link[name]) fields.set(key, link[name]);
  if (link.moves.length) fields.set("m", link.moves.join("_"));
  if (link.ply < link.moves.length) fields.set("p", link.ply);
  const hash = `#${fields}`.replaceAll("%3A", ":").replaceAll("%2C", ",").replaceAll("%40", "@").replaceAll("%3D", "=");
  if (hash !== location.hash) history.replaceState(null, "", hash);
}
