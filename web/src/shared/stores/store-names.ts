type StoreName = { name: string; domain: string }

/** A store whose name nobody knows goes by its domain: nothing says that twice. */
export const hasName = ({ name, domain }: StoreName): boolean => name !== domain

export const namesOf = (store: StoreName): string[] => (hasName(store) ? [store.name, store.domain] : [store.domain])
