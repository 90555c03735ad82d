import { problems } from '../base/problems.ts'
import { InvalidFilter } from './query/invalid-filters.ts'

/** Runs a search; a filter that the index can't answer becomes a 400 that names the parameter. */
export function asking<T>(search: () => T): T {
  try {
    return search()
  } catch (error) {
    if (error instanceof InvalidFilter) {
      throw problems.invalidRequest(error.param, `${error.param}: ${error.message}`)
    }
    throw error
  }
}
