class NoteVisitJob < ActiveJob::Base
  def perform(visit)
    visit.update!(noted_by: Sidekiq.server? ? "Sidekiq" : "the application")
  end
end
