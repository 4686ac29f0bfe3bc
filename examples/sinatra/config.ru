require_relative "app"

run Shop
