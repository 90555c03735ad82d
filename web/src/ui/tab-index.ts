import { createContext, useContext } from 'react'

/** In a table, Tab stops at one row only: the links and buttons of the others are skipped. */
export const TabIndex = createContext<0 | -1 | undefined>(undefined)

/** For links and buttons that may be in a row. */
export const useTabIndex = () => useContext(TabIndex)
