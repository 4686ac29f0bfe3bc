document.body.append('built by Vite')
