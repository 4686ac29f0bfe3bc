# Packs gems that Debian's packages hold back into archives of RubyGems, with the files of a gem server:
# ruby pack-gems.rb <folder with a folder for each unpacked package> <folder of the server> [<file with the gems>]
# The file is a list of `{ "name": …, "version": …, "needs": { "<name>": "<requirement>" } }`. Versions and requirements are those of lock files, which name
# what rubygems.org has: packages of Debian have other patches, and loosen requirements. Without the file, all gems are packed as the packages have them.
require "digest"
require "fileutils"
require "json"
require "rubygems/package"

roots, out, list = ARGV
FileUtils.mkdir_p([File.join(out, "gems"), File.join(out, "info")])
abi = RbConfig::CONFIG["ruby_version"]

def copy(from, to)
  Dir.glob("**/*", File::FNM_DOTMATCH, base: from).each do |path|
    next unless File.file?(File.join(from, path))
    FileUtils.mkdir_p(File.dirname(File.join(to, path)))
    FileUtils.cp(File.join(from, path), File.join(to, path))
  end
end

# Where packages of Debian put the parts of a gem: all in one folder, or its library among those of the system, and what was compiled elsewhere.
def gather(root, spec, place, tree, abi)
  gem = File.expand_path("../gems/#{spec.full_name}", place)
  if File.directory?(gem)
    copy(gem, tree)
  else
    spec.files.grep(%r{\Alib/}).each do |path|
      [File.join(root, "usr/lib/ruby/vendor_ruby"), File.join(root, "usr/lib/ruby/vendor_ruby", abi)].each do |from|
        file = File.join(from, path.delete_prefix("lib/"))
        next unless File.file?(file)
        FileUtils.mkdir_p(File.dirname(File.join(tree, path)))
        FileUtils.cp(file, File.join(tree, path))
      end
    end
    # Packages leave out programs that their distribution has no use for.
    spec.executables = spec.executables.select { |name| File.file?(File.join(root, "usr/bin", name)) }
    spec.executables.each do |name|
      FileUtils.mkdir_p(File.join(tree, "bin"))
      FileUtils.cp(File.join(root, "usr/bin", name), File.join(tree, "bin", name))
    end
  end
  Dir.glob(File.join(root, "usr/lib/*/ruby/vendor_ruby", abi)).each { |compiled| copy(compiled, File.join(tree, "lib")) }
  Dir.glob(File.join(root, "usr/lib/*/rubygems-integration", abi, "extensions/*/*", spec.full_name)).each do |compiled|
    copy(compiled, File.join(tree, "lib"))
  end
end

# Gems that come with Ruby are below `usr/lib/ruby/gems`, where newer ones of packages of their own win.
places = Dir.glob(File.join(roots, "*/usr/lib/ruby/gems/*/specifications/*.gemspec")).sort +
  Dir.glob(File.join(roots, "*/usr/**/rubygems-integration/**/specifications/*.gemspec")).sort
specs = places.filter_map { |place| (spec = Gem::Specification.load(place)) && [spec.name, [spec, place]] }.to_h
wanted =
  if list
    JSON.parse(File.read(list)).to_h { |gem| [gem["name"], gem] }
  else
    specs.transform_values do |(spec, _)|
      { "version" => spec.version.to_s, "needs" => spec.runtime_dependencies.to_h { |each| [each.name, each.requirement.as_list.join(",")] } }
    end
  end
missing = wanted.keys - specs.keys
abort("no package has #{missing.join(", ")}") unless missing.empty?

lines = wanted.map do |name, gem|
  spec, place = specs.fetch(name)
  tree = File.join(out, "tree", name)
  FileUtils.mkdir_p(File.join(tree, "lib"))
  gather(File.join(roots, place.delete_prefix("#{roots}/").split("/").first), spec, File.dirname(place), tree, abi)
  spec.version = gem["version"]
  spec.dependencies.clear
  gem["needs"].each { |other, requirement| spec.add_runtime_dependency(other, requirement.split(",").map(&:strip)) }
  spec.extensions = spec.extra_rdoc_files = spec.test_files = []
  spec.files = Dir.glob("**/*", base: tree).select { |path| File.file?(File.join(tree, path)) }
  spec.bindir = %w[exe bin].find { |folder| spec.executables.all? { |each| File.file?(File.join(tree, folder, each)) } } || "bin"
  archive = Dir.chdir(tree) { Gem::Package.build(spec, true, false, File.join(out, "gems", "#{spec.full_name}.gem")) }
  needs = spec.runtime_dependencies.map { |each| "#{each.name}:#{each.requirement.as_list.join("&")}" }
  info = "---\n#{spec.version} #{needs.join(",")}|checksum:#{Digest::SHA256.file(archive).hexdigest}\n"
  File.write(File.join(out, "info", name), info)
  "#{name} #{spec.version} #{Digest::MD5.hexdigest(info)}\n"
end
File.write(File.join(out, "versions"), "created_at: 2026-01-01T00:00:00Z\n---\n#{lines.join}")
FileUtils.rm_rf(File.join(out, "tree"))
