setInterval(() => console.log(`worker ${process.argv[2]} is at work`), 1000)
