import { download } from '../../api/call.ts'
import { saveFile } from '../../ui/save-file.ts'
import type { Job } from './jobs.ts'

/** The lines of a job as a spreadsheet. */
export const readResults = async ({ id }: Pick<Job, 'id'>): Promise<string> =>
  new Blob(await download('getJobResults', { params: { job_id: id } })).text()

export const saveSheet = (sheet: string, name: string): void =>
  saveFile(new Blob([sheet], { type: 'text/csv;charset=utf-8' }), name)

export async function saveResults(job: Pick<Job, 'id'>, name: string): Promise<void> {
  saveSheet(await readResults(job), name)
}
