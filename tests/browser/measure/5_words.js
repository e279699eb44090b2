// Names that people were never meant to read: a text nobody wrote (`bet.0:*`), a device by its address (`tumbler@SB1`), a card
// by its code (`9C`).
const RAW = /(^|[\s:(])([a-z_]+\.[\w:*]+|[a-z_]+@\w+|[2-9TJQKA][SHDC])(?![\w-])/;
for (const element of texts) {
  const said = [...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data).join("");
  if (RAW.test(said)) found.push(`${name(element)} is a name of the system, not words`);
}
