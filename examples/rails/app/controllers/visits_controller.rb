class VisitsController < ActionController::Base
  def index
    visit = Visit.create!
    NoteVisitJob.perform_later(visit)
    @count = Visit.count
    @noted = Visit.where.not(noted_by: nil).group(:noted_by).count
  end
end
