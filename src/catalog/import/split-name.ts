/** Words that begin a last name of several: Ludwig van Beethoven, Ana de la Cruz. */
const particles = new Set(
  'van von vom zu zum zur der den de da do dos das di del della dello du la le las los bin ibn al el ter ten af av'.split(
    ' ',
  ),
)
const honorifics = /^(?:dr|mr|mrs|ms|prof|herr|frau)\.?$/i
const suffix = /^(?:jr|sr|ii|iii|iv|ph\.?d|md|mba|esq)\.?$/i
/** Chinese, Korean and Japanese names are written in one word, with the family's part first. */
const oneWord = /^[\p{Script=Han}\p{Script=Hangul}]{2,4}$/u

type Names = { first: string | null; last: string | null }

/** First and last name of somebody of whom only the full name is known: `Doe, Jane`, `Jane van Doe`, `Jane Doe Jr.`. */
export function splitName(fullName: string): Names {
  const [before = '', after = ''] = fullName.split(/,\s*/, 2)
  if (after !== '' && !suffix.test(after)) return { first: after.trim() || null, last: before.trim() || null }
  const words = fullName.split(' ').filter((word) => word !== '')
  while (words.length > 1 && honorifics.test(words[0]!)) words.shift()
  if (words.length === 1) return splitOneWord(words[0]!)
  let start = words.length - 1
  while (start > 1 && suffix.test(words[start]!)) start -= 1
  while (start > 1 && particles.has(words[start - 1]!.toLowerCase())) start -= 1
  return { first: words.slice(0, start).join(' '), last: words.slice(start).join(' ') }
}

function splitOneWord(word: string): Names {
  if (!oneWord.test(word)) return { first: word, last: null }
  const family = word.length === 4 ? 2 : 1
  return { first: word.slice(family), last: word.slice(0, family) }
}
