console.log('counted to three: 1 2 3')
