/** Numbers as people read them. */
export const count = (value: number): string => value.toLocaleString('en-US')

export const plural = (value: number, one: string, many = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`
