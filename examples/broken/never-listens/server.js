console.log('Thinking about it')
setInterval(() => {}, 1000)
