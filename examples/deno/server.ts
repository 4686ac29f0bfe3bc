const port = Number(Deno.env.get('PORT') ?? 8080)

Deno.serve({ hostname: '0.0.0.0', port }, () => new Response(`Deno ${Deno.version.deno}\n`))
