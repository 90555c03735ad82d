/** Each field of the work on something: whether events tell it, and whether it holds words of people's own, which an erasure takes back. */
const workFields = {
  status: { isReported: true, isOwnWords: false },
  owner_id: { isReported: true, isOwnWords: false },
  tags: { isReported: true, isOwnWords: true },
  note: { isReported: false, isOwnWords: true },
} as const

export type WorkField = keyof typeof workFields
/** Those that events tell. */
export type ReportedWorkField = {
  [Field in WorkField]: (typeof workFields)[Field]['isReported'] extends true ? Field : never
}[WorkField]

export const isReported = (field: string): field is ReportedWorkField => workFields[field as WorkField].isReported

/** The words that events hold, and that leave them again. */
export const reportedWords: readonly WorkField[] = (Object.keys(workFields) as WorkField[]).filter(
  (field) => workFields[field].isReported && workFields[field].isOwnWords,
)
