// Parses WeChat's messages: one level of fields below <xml>. All other XML (entities, doctypes, nesting) is refused.

const opening = /^\s*<xml>/;
const field = /\s*<([A-Za-z]+)>(?:<!\[CDATA\[((?:(?!\]\]>)[\s\S])*)\]\]>|([^<&]*))<\/\1>/y;
const closing = /\s*<\/xml>\s*$/y;

/** The fields by name; undefined if the text has another form. */
export function readWechatXml(text: string): ReadonlyMap<string, string> | undefined {
  const start = opening.exec(text);
  if (!start) return undefined;
  const fields = new Map<string, string>();
  let at = start[0].length;
  for (;;) {
    field.lastIndex = at;
    const found = field.exec(text);
    if (!found) break;
    const [whole, name = '', quoted, plain = ''] = found;
    if (fields.has(name)) return undefined;
    fields.set(name, quoted ?? plain.trim());
    at += whole.length;
  }
  closing.lastIndex = at;
  return closing.test(text) ? fields : undefined;
}
