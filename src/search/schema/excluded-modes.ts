/** What a search makes of those whom the account excludes. */
export const excludedModes = ['hide', 'show', 'only'] as const
export type ExcludedMode = (typeof excludedModes)[number]

/** For searches, watches and cursors that do not say it. */
export const excludedDefault: ExcludedMode = 'hide'
