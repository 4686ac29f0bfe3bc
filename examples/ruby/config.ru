run ->(_) { [200, { "content-type" => "text/plain" }, ["Hello from Rack on Ruby #{RUBY_VERSION}\n"]] }
