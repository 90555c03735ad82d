/**
 * Sources disguise what they write, on purpose or by accident: mathematical letters, soft hyphens, digits of other scripts,
 * letters that only look Latin. Before a text is searched for a name or a channel, it is brought into one plain form, with
 * the place of each character in the original, so that what is found can be cut out there.
 */
type PlainText = {
  text: string
  /** For each UTF-16 unit of `text`, where in the original it begins and ends. */
  from: (at: number) => number
  to: (at: number) => number
}

const ascii = /^[\x20-\x7e]*$/

export function plainText(original: string): string {
  return ascii.test(original) ? original.toLowerCase() : toPlain(original).text
}

/** Only the letters and digits of a text that is in plain form. */
export const lettersIn = (plain: string): string =>
  // Most texts are ASCII, which needs no look at the properties of its characters.
  ascii.test(plain) ? plain.replace(/[^a-z0-9]+/g, '') : plain.replace(/[^\p{L}\p{N}]+/gu, '')

/** Lower case, without accents, format characters and marks; digits as 0 to 9; look-alikes as the Latin letter. */
export function toPlain(original: string): PlainText {
  if (ascii.test(original)) {
    return { text: original.toLowerCase(), from: (at) => at, to: (at) => at + 1 }
  }
  let text = ''
  const begins: number[] = []
  const ends: number[] = []
  let place = 0
  for (const character of original) {
    const plain = plainCharacter(character)
    for (let unit = 0; unit < plain.length; unit += 1) {
      begins.push(place)
      ends.push(place + character.length)
    }
    // Marks and format characters belong to what they follow, and leave with it.
    if (plain === '' && ends.length > 0) ends[ends.length - 1] = place + character.length
    text += plain
    place += character.length
  }
  return { text, from: (at) => begins[at]!, to: (at) => ends[at]! }
}

const remembered = new Map<string, string>()

function plainCharacter(character: string): string {
  const known = remembered.get(character)
  if (known !== undefined) return known
  const plain = Array.from(enclosed(character).normalize('NFKD').toLowerCase().normalize('NFKD').replace(ignored, ''))
    .map((part) => lookAlikes.get(part) ?? digitOf(part) ?? part)
    .join('')
  // There are many characters, but few that sources use.
  if (remembered.size < 10_000) remembered.set(character, plain)
  return plain
}

/** Format characters, marks, and letters that are drawn as nothing. */
const ignored = /[\p{Cf}\p{M}\u115f\u1160\u2800\u3164\uffa0]/gu

/** Letters in boxes, discs and flags, which Unicode does not decompose. */
function enclosed(character: string): string {
  const code = character.codePointAt(0)!
  for (const first of [0x1f150, 0x1f170, 0x1f1e6]) {
    if (code >= first && code < first + 26) return String.fromCharCode(0x61 + code - first)
  }
  return character
}

/** Digits that Unicode counts as signs: in discs, with their value at the beginning of the range. */
const signRanges = [
  [0x24f5, 9],
  [0x2776, 9],
  [0x2780, 9],
  [0x278a, 9],
] as const
const numerals = '零一二三四五六七八九'

/** The digits of a script lie next to each other, from zero on. */
function digitOf(character: string): string | undefined {
  if (/^\p{Nd}$/u.test(character)) {
    let code = character.codePointAt(0)!
    let steps = 0
    for (; /^\p{Nd}$/u.test(String.fromCodePoint(code - 1)); code -= 1) steps += 1
    return String(steps % 10)
  }
  if (character === '〇' || character === '⓿' || character === '🄋' || character === '🄌') return '0'
  const numeral = numerals.indexOf(character)
  if (numeral >= 0) return String(numeral)
  const code = character.codePointAt(0)!
  const range = signRanges.find(([first, length]) => code >= first && code < first + length)
  return range && String(code - range[0] + 1)
}

/** By the character, the Latin letters that it looks like or is commonly written as. */
const lookAlikes = new Map(
  Object.entries({
    a: 'аαɑᴀ',
    b: 'вʙ',
    c: 'сᴄ',
    d: 'ԁđðᴅ',
    e: 'еεᴇ',
    f: 'ꜰ',
    g: 'ɡɢ',
    h: 'һнʜħ',
    i: 'іιıɪ',
    j: 'јᴊ',
    k: 'кκᴋ',
    l: 'ӏłʟ',
    m: 'мᴍ',
    n: 'ɴηп',
    o: 'оοøᴏօ',
    p: 'рρᴘ',
    q: 'ԛ',
    r: 'ʀг',
    s: 'ѕꜱ',
    t: 'тτᴛŧ',
    u: 'υᴜս',
    v: 'νѵᴠ',
    w: 'ԝᴡω',
    x: 'хχ',
    y: 'уγʏ',
    z: 'ᴢ',
    ae: 'æ',
    oe: 'œ',
    ss: 'ß',
    th: 'þ',
    σ: 'ς',
    '.': '。',
  }).flatMap(([plain, characters]) => Array.from(characters, (character): [string, string] => [character, plain])),
)
