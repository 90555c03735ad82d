/** Short texts as bytes, and bytes as text: a call of Buffer costs more than what it does for one of the many of an import. */

const shortMax = 100

/** As UTF-8; says how many bytes it took. There is room for three bytes for each character. */
export function writeText(bytes: Buffer, text: string, start: number): number {
  const { length } = text
  if (length > shortMax) return bytes.write(text, start)
  for (let at = 0; at < length; at += 1) {
    const code = text.charCodeAt(at)
    if (code > 0x7f) return bytes.write(text, start)
    bytes[start + at] = code
  }
  return length
}

const digitValues = new Uint8Array(0x80)
for (const [value, digit] of [...'0123456789abcdef'].entries()) digitValues[digit.charCodeAt(0)] = value

/** Hexadecimal digits in lower case. */
export function writeHex(bytes: Uint8Array, text: string, start: number): void {
  for (let at = 0; at < text.length; at += 2) {
    bytes[start + at / 2] = (digitValues[text.charCodeAt(at)]! << 4) | digitValues[text.charCodeAt(at + 1)]!
  }
}
