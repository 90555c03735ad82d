import { type PrivacyLanguage, type PrivacyTexts, privacyLanguages } from '../../base/privacy-settings.ts'
import { de } from './de.ts'
import { en, type Texts } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { it } from './it.ts'

const languages: Record<PrivacyLanguage, Texts> = { en, de, fr, es, it }
export type Language = PrivacyLanguage
export const languageNames = privacyLanguages

export const textsIn = (language: Language): Texts => languages[language]

/** The same with the operator's own words where there are any. */
export const ownTextsIn = (language: Language, own: PrivacyTexts): Texts & { about: string } => ({
  ...languages[language],
  about: own.about?.[language] ?? '',
  purposesText: own.purposes?.[language] ?? languages[language].purposesText,
  rightsText: own.rights?.[language] ?? languages[language].rightsText,
})

export const isLanguage = (text: unknown): text is Language =>
  typeof text === 'string' && (languageNames as readonly string[]).includes(text)

/** The first language of the browser that we have, by its weights; English if there is none. */
export function preferredLanguage(acceptLanguage: string | undefined): Language {
  const wanted = (acceptLanguage ?? '')
    .split(',')
    .slice(0, 20)
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';')
      const weight = parameters.find((parameter) => parameter.trim().startsWith('q='))
      return { language: tag.slice(0, 2).toLowerCase(), weight: weight ? Number(weight.trim().slice(2)) : 1 }
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
  return wanted.map(({ language }) => language).find(isLanguage) ?? 'en'
}

/** Where a language of ours is spoken. */
const languagesOfCountries: Record<Exclude<Language, 'en'>, string> = {
  de: 'DE AT CH LI',
  fr: 'FR BE LU MC',
  es: 'ES MX AR CO CL PE EC UY',
  it: 'IT SM',
}
/** English where none is spoken. */
export const languageOfCountry = (country: string | null): Language =>
  (Object.entries(languagesOfCountries) as [Language, string][]).find(
    ([, countries]) => country !== null && countries.split(' ').includes(country),
  )?.[0] ?? 'en'

/** Puts values in the place of `{name}`. */
export const fill = (text: string, values: Record<string, string | number | boolean>): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))

export const dayIn = (language: Language, date: Date): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(date)
