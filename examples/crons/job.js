console.log('job on a working day')
