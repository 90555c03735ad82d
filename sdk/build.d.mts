/** The files of the package by name: JavaScript and types. */
export function buildClient(): Promise<Record<string, string>>
