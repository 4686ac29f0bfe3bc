import { getDatabase } from '#api/v4/database.ts'
import { contentEndpoints } from './contents.ts'
import { transferEndpoints } from './transfers.ts'

/** Databases of add-ons: where they are, what they hold, and their dumps. */
export const databaseEndpoints = [getDatabase, ...contentEndpoints, ...transferEndpoints]
