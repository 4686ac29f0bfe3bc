console.error('The database is not there.')
process.exitCode = 3
