class CreateVisits < ActiveRecord::Migration[7.2]
  def change
    create_table :visits do |table|
      table.string :noted_by
      table.timestamps
    end
  end
end
