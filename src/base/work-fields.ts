/** Each field of the work on something: whether events tell it, and whether it holds words of people's own, which an erasure takes back. */
const workFields = {
  status: { isTold: true, isOwnWords: false },
  owner_id: { isTold: true, isOwnWords: false },
  tags: { isTold: true, isOwnWords: true },
  note: { isTold: false, isOwnWords: true },
} as const

export type WorkField = keyof typeof workFields
/** Those that events tell. */
export type ToldWorkField = {
  [Field in WorkField]: (typeof workFields)[Field]['isTold'] extends true ? Field : never
}[WorkField]

export const isTold = (field: string): field is ToldWorkField => workFields[field as WorkField].isTold

/** The words that events hold, and that leave them again. */
export const toldWords: readonly WorkField[] = (Object.keys(workFields) as WorkField[]).filter(
  (field) => workFields[field].isTold && workFields[field].isOwnWords,
)
