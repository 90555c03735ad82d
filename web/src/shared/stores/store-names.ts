type Named = { name: string; domain: string }

/** A store whose name nobody knows goes by its domain: nothing says that twice. */
export const hasName = ({ name, domain }: Named): boolean => name !== domain

export const namesOf = (store: Named): string[] => (hasName(store) ? [store.name, store.domain] : [store.domain])
