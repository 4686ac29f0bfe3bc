# Packs gems that Debian's packages hold back into archives of RubyGems, with the files of a gem server:
# ruby pack-gems.rb <root with the unpacked packages> <folder of the server> <name>=<version>…
# A version may differ from that of the package, so that lock files stay the same when a suite gets an update.
require "digest"
require "fileutils"
require "rubygems/package"

root, out, *wanted = ARGV
wanted = wanted.to_h { |pair| pair.split("=") }
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
    Dir.glob(File.join(root, "usr/lib/*/ruby/vendor_ruby", abi, "#{spec.name}*.so")).each do |file|
      FileUtils.cp(file, File.join(tree, "lib"))
    end
  end
  Dir.glob(File.join(root, "usr/lib/*/rubygems-integration", abi, "extensions/*/*", spec.full_name)).each do |compiled|
    copy(compiled, File.join(tree, "lib"))
  end
end

lines = Dir.glob(File.join(root, "usr/**/rubygems-integration/**/specifications/*.gemspec")).sort.filter_map do |place|
  spec = Gem::Specification.load(place)
  next unless wanted.key?(spec.name)
  tree = File.join(out, "tree", spec.name)
  FileUtils.mkdir_p(File.join(tree, "lib"))
  gather(root, spec, File.dirname(place), tree, abi)
  spec.version = wanted.delete(spec.name)
  spec.extensions = []
  spec.files = Dir.glob("**/*", base: tree).select { |path| File.file?(File.join(tree, path)) }
  spec.bindir = %w[exe bin].find { |name| spec.executables.all? { |each| File.file?(File.join(tree, name, each)) } } || "bin"
  archive = Dir.chdir(tree) { Gem::Package.build(spec, true, false, File.join(out, "gems", "#{spec.full_name}.gem")) }
  needs = spec.runtime_dependencies.map { |each| "#{each.name}:#{each.requirement.as_list.join("&")}" }
  info = "---\n#{spec.version} #{needs.join(",")}|checksum:#{Digest::SHA256.file(archive).hexdigest}\n"
  File.write(File.join(out, "info", spec.name), info)
  "#{spec.name} #{spec.version} #{Digest::MD5.hexdigest(info)}\n"
end
abort("no package has #{wanted.keys.join(", ")}") unless wanted.empty?
File.write(File.join(out, "versions"), "created_at: 2026-01-01T00:00:00Z\n---\n#{lines.join}")
FileUtils.rm_rf(File.join(out, "tree"))
