require "pg"

# The variables of the linked add-on.
def database
  PG.connect(ENV.fetch("POSTGRESQL_ADDON_URI"))
end
