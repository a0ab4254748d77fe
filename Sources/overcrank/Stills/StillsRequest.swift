internal import Export
internal import Glibc
internal import MediaFormats
internal import PathNames

/// What a `stills` command line asks for. No file is read; where the output is, is looked at.
struct StillsRequest {
    /// How many stills a sheet of a whole clip has.
    private static let usualSheet = 24

    let selection: StillSelection
    let format: StillFormat
    /// The file; `nil` where the output is a folder.
    private let file: String?
    private let folder: String
    /// How many stills a row of the sheet has; `nil` for no sheet, the inner `nil` for as many as look well.
    private let sheet: Int??

    /// Reads a command line.
    ///
    /// - Throws: ``Failure`` for options that contradict each other.
    init(_ options: StillsCommand) throws {
        let (main, others) = (options.main, options.options)
        guard !main.output.isEmpty else { throw Failure(status: .usage, message: "the output has no name") }
        if main.output == "-" { throw OptionParsing.standardOutput }
        selection = try Self.selection(main, others)
        let named = StillFormat(forPath: main.output)
        if named == nil { try Self.refuseEnding(of: main.output) }
        if let named, let format = others.format, format != named {
            throw Failure(
                status: .usage,
                message: "\(main.output) has the ending of \(named.rawValue), and --format says \(format.rawValue)",
                hint: "keep one of them"
            )
        }
        format = named ?? others.format ?? .png
        file = named == nil ? nil : main.output
        folder = main.output.hasSuffix("/") && main.output.count > 1 ? String(main.output.dropLast()) : main.output
        if others.columns != nil, !others.sheet {
            throw Failure(status: .usage, message: "--columns has no effect without --sheet")
        }
        if let columns = others.columns, columns < 1 {
            throw Failure(status: .usage, message: "a row of a sheet has one still at least, not \(columns)")
        }
        sheet = others.sheet ? .some(others.columns) : nil
    }

    /// Refuses a name that ends as those of images do that are not written, or of videos, where no folder is called so.
    private static func refuseEnding(of path: String) throws {
        guard let ending = FileEnding.lowercased(of: path), !path.hasSuffix("/"),
            otherImages.contains(ending) || Container(forPath: path) != nil, !isFolder(path)
        else { return }
        let endings = StillFormat.allCases.flatMap(\.endings).joined(separator: ", .")
        throw Failure(
            status: .usage,
            message: "\(path): stills are not written as .\(ending)",
            hint: "use .\(endings); a folder of that name is written \(path)/"
        )
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path.pathBytes, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// The endings of images that are not written.
    private static let otherImages: Set<String> = [
        "apng", "arw", "avifs", "bmp", "cr2", "cr3", "dds", "dib", "dng", "dpx", "exr", "fits", "hdr", "heic", "heics",
        "heif", "ico", "j2k", "jfif", "jls", "jp2", "jpe", "jpx", "jxl", "jxr", "nef", "pam", "pbm", "pcx", "pdf",
        "pfm", "pgm", "pnm", "ppm", "psd", "qoi", "raw", "svg", "tga", "tif", "tiff", "xbm", "xcf", "xpm", "y4m", "yuv",
    ]

    private static func selection(_ main: MainStillsOptions, _ others: StillsOptions) throws -> StillSelection {
        if !main.at.isEmpty {
            guard main.every == nil, others.range == nil else {
                throw Failure(
                    status: .usage,
                    message: "--at names stills one by one, and --every and --range choose them from a part: keep one"
                )
            }
            return .each(main.at)
        }
        if let interval = main.every { return .every(interval, in: others.range) }
        if let range = others.range { return .all(in: range) }
        guard others.sheet else {
            throw Failure(
                status: .usage,
                message: "nothing says which frames become stills",
                hint: "name them: --at 12.4s, --at 360f, --every 0.5s, --range 1s..2s; or --sheet for an overview"
            )
        }
        return .spread(usualSheet)
    }

    /// Where the stills of a plan go.
    ///
    /// - Throws: ``Failure`` for several stills in one file.
    func output(of plan: StillPlan) throws -> StillOutput {
        if let sheet {
            return .sheet(file ?? StillOutput.sheetPath(in: folder, of: plan, format), columns: sheet)
        }
        guard let file else { return .folder(folder) }
        guard plan.stills.count == 1 else {
            throw Failure(
                status: .usage,
                message: "\(plan.stills.count) stills do not go into one file, \(file)",
                hint: "name a folder with -o, or make one image of them with --sheet"
            )
        }
        return .file(file)
    }
}
