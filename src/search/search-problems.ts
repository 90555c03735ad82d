import { problems } from '../base/problems.ts'
import { InvalidFilter } from './query/invalid-filters.ts'

/** Runs a search; a filter that the index can't answer becomes a 400 that names the parameter, with what stands before it. */
export function asking<T>(search: () => T, before = ''): T {
  try {
    return search()
  } catch (error) {
    if (error instanceof InvalidFilter) {
      const param = before + error.param
      throw problems.invalidRequest(param, `${param}: ${error.message}`)
    }
    throw error
  }
}
