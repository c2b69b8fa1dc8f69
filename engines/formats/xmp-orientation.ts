// Sets the orientation inside an XMP packet to "upright". Source: XMP Specification, Part 2, 3.3 (tiff:Orientation). Programs that go
// by it would turn an upright picture once more.

/** The packet with Orientation 1, as an attribute or an element; undefined when it says nothing else already. */
export function makeXmpUpright(xmp: Buffer): string | undefined {
  const text = xmp.toString('utf8');
  const upright = text.replace(/(\btiff:Orientation\s*(?:=\s*["']|>)\s*)[2-8]/g, (_, before: string) => `${before}1`);
  return upright === text ? undefined : upright;
}
