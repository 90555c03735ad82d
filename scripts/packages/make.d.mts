/** Returns the paths of what it made: the client for npm, the wheel, the nodes for n8n. */
export function makePackages(folder: string): Promise<string[]>
