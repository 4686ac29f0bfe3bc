/** Sentences of the page that shows what a database holds. */
export const addonDataTexts = {
  tables: 'Tables',
  none: 'Nothing is stored yet',
  noneHelp: 'Tables, views and keys appear here once they exist.',
  name: 'Name',
  kind: 'Kind',
  rowCount: 'Rows (about)',
  size: 'Size',
  more: 'Show more',
  previous: 'Previous rows',
  next: 'Next rows',
  noRows: 'No rows.',
  query: 'Query',
  statement: 'Statement',
  statementHint:
    'It can change nothing, may take 10 seconds, and is recorded in the audit log without its values. The first 100 rows are shown.',
  run: 'Run',
  cancel: 'Cancel',
  cancelled: 'The query was cancelled.',
  result: 'Result',
  notAll: 'There are more rows.',
}
