/** Returns the paths of what it made: the package for npm, then the wheel. */
export function makePackages(folder: string): Promise<string[]>
