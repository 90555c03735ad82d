/** By path in the package. */
export function buildNodes(): Promise<Record<string, string>>
