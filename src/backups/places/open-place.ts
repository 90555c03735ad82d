import { join } from 'node:path'
import type { MadeBackups } from '../../base/backup-settings.ts'
import { createFolder } from './folder.ts'
import type { BackupPlace } from './place.ts'
import { createS3Client } from './s3-client.ts'
import { createS3Place } from './s3-place.ts'

export const openPlace = ({ place }: MadeBackups, dataDir: string): BackupPlace =>
  'folder' in place
    ? createFolder(place.folder)
    : createS3Place(createS3Client(place.s3), place.s3.url, join(dataDir, 'backup-upload'))
