require "sinatra/base"
require_relative "database"

class Shop < Sinatra::Base
  # The router passes on requests for the domains of the application only.
  set :host_authorization, permitted_hosts: []

  get "/" do
    visits = database
    visits.exec("INSERT INTO visits DEFAULT VALUES")
    "Visit #{visits.exec("SELECT count(*) FROM visits").getvalue(0, 0)} in PostgreSQL\n"
  ensure
    visits&.close
  end
end
