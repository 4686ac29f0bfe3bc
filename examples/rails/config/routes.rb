Rails.application.routes.draw do
  root "visits#index"
end
