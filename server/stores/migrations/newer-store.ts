/** The data was written by a version of Berth that this one does not know. */
export class NewerStoreError extends Error {
  constructor(unknown: string[]) {
    super(
      `the data was written by a newer version of Berth (it knows ${unknown.join(', ')}, this one does not): ` +
        'start that version, or point BERTH_DATA at another folder; nothing was changed',
    )
  }
}
