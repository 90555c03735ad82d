import { de } from './de.ts'
import { en, type Texts } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { it } from './it.ts'

const languages = { en, de, fr, es, it }
export type Language = keyof typeof languages
export const languageNames = Object.keys(languages) as Language[]

export const textsIn = (language: Language): Texts => languages[language]

export const isLanguage = (text: unknown): text is Language =>
  typeof text === 'string' && (languageNames as string[]).includes(text)

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

/** Puts values in the place of `{name}`. */
export const fill = (text: string, values: Record<string, string | number | boolean>): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))

export const dayIn = (language: Language, date: Date): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(date)
