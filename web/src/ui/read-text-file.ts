export const fileBytesMax = 20 * 1024 * 1024

/** The text of a file that somebody chose, or why it is none. */
export async function readTextFile(file: File): Promise<{ text: string } | { refusal: string }> {
  if (file.size > fileBytesMax) {
    return {
      refusal: `This file is ${Math.ceil(file.size / 1024 / 1024)} MB; the limit is ${fileBytesMax / 1024 / 1024} MB. Split it, or keep only the columns that are needed.`,
    }
  }
  const text = decode(new Uint8Array(await file.arrayBuffer()))
  return text === null ? { refusal: 'This is not a text file. Save the list as CSV and try again.' } : { text }
}

/** UTF-16 by its mark, UTF-8 when it is valid, and otherwise the old Western encoding that spreadsheets still write. */
function decode(bytes: Uint8Array): string | null {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  if (bytes.subarray(0, 4_096).includes(0)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
