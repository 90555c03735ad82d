import type { PostingLists } from '../columns/posting-lists.ts'
import type { Codes } from '../columns/shared-arrays.ts'
import type { TermDictionary } from '../columns/term-dictionary.ts'
import type { Texts } from '../columns/texts.ts'
import type { WordList } from '../columns/word-list.ts'
import type { Rows } from '../schema/feed.ts'

/** What the index keeps of one filter's field. */
export type Field = {
  postings: PostingLists
  /** Absent for flags, whose only term is 0, and for words. */
  dictionary?: TermDictionary
  words?: WordList
  /** For facets over fields of one value: each document's term plus one, zero for none. */
  docValues?: Codes
  /** For facets over fields of many values: each document's terms, in the order of the row. */
  lists?: { offsets: Uint32Array; terms: Codes }
  /** Lists that say something else than the first spellings of their terms, each once: shown as the row has them. */
  asWritten?: OriginalTexts
}

/** The documents, ascending, and the list of each in JSON. */
export type OriginalTexts = { documents: Uint32Array } & Texts

/** A field while rows come in: `add` takes the field's column of a batch, `finish` the rows in result order. */
export type StagedField = { add(rows: Rows): void; finish(order: Uint32Array): Field }
