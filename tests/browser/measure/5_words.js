// Names that people were never meant to read: a text nobody wrote (`bet.straight`), a device by its address (`tumbler@SB1`).
const RAW = /(^|\s)([a-z_]+\.[a-zA-Z_:*]+|[a-z_]+@\w+)(\s|$)/;
for (const element of texts) {
  const said = [...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data).join("");
  if (RAW.test(said)) found.push(`${name(element)} is a name of the system, not words`);
}
