/** Reads a list written as prose, with commas or line breaks between entries, so that long lists stay readable. */
export function wordList(text: string): string[] {
  return text
    .split(/[,\n]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}

const LETTERS_WITHOUT_DECOMPOSITION: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

/** The letters of a name as they stand in an email address: lower case, without accents, spaces or apostrophes. */
export function addressLetters(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFD')
    .replace(/[ßæœøłđðþı]/g, (letter) => LETTERS_WITHOUT_DECOMPOSITION[letter]!)
    .replace(/[^a-z0-9]/g, '')
}
