internal import FFmpeg
internal import Files
internal import Glibc
public import MediaTime
internal import PathNames

/// Looks for numbered images by a pattern of their names, or by the folder that holds them. A folder is listed once; no image is
/// looked at.
extension NumberedImages {
    /// The images that a path stands for: a pattern such as `frames/shot_%05d.tif`, or a folder that holds images of one pattern. `nil`
    /// where the path is neither; a file that has the pattern for its name is that file.
    ///
    /// - Throws: ``ExportError`` where there are no such images, where a folder has several patterns, and where numbers are so far
    ///   apart that more of them have no image than have one.
    /// - Complexity: O(*n* log *n*) in the number of files in the folder.
    static func found(at path: String, rate: FrameRate) throws(ExportError) -> NumberedImages? {
        var status = stat()
        if unsafe stat(path.pathBytes, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFDIR else { return nil }
            return try found(inFolder: path, rate: rate)
        }
        let (folder, name) = parts(of: path)
        let numbers = NumberedName.numberCount(in: name)
        guard numbers > 0 else { return nil }
        guard let names = NumberedName(pattern: name) else {
            throw ExportError(
                .inputMissing,
                "no such file: \(path); as a pattern of numbered images it has \(numbers) numbers, and one tells them apart"
            )
        }
        let listed = try list(folder)
        guard let images = try images(names, in: folder, listed, rate: rate) else {
            let others = patterns(of: listed, in: folder, rate: rate)
            let found = others.isEmpty ? "" : "; its folder holds \(text(others))"
            throw ExportError(.inputMissing, "no such file, and no numbered image of that name: \(path)\(found)")
        }
        return images
    }

    /// The patterns of the series of images among names of files, with two images or more, in order.
    ///
    /// - Parameter names: Of the files of one folder.
    /// - Returns: Names such as `shot_%05d.tif`.
    /// - Complexity: O(*n* log *n*) for each series.
    package static func patterns(among names: [String]) -> [String] {
        patterns(of: names, in: "", rate: FrameRate(25)).map(\.names.pattern)
    }

    private static func found(inFolder path: String, rate: FrameRate) throws(ExportError) -> NumberedImages {
        let folder = path.hasSuffix("/") ? path : path + "/"
        let listed = try list(folder)
        let patterns = patterns(of: listed, in: folder, rate: rate)
        if patterns.count > 1 {
            throw ExportError(.inputUnreadable, "\(path) holds several series of images: \(text(patterns))")
        }
        guard let only = patterns.first, let images = try images(only.names, in: folder, listed, rate: rate) else {
            throw ExportError(
                .inputUnreadable,
                "\(path) is a directory, not a media file, and holds no numbered images"
            )
        }
        return images
    }

    /// `nil` where there are none.
    private static func images(
        _ names: NumberedName,
        in folder: String,
        _ listed: [String],
        rate: FrameRate
    ) throws(ExportError) -> NumberedImages? {
        let numbers = listed.compactMap(names.number).sorted()
        guard let images = NumberedImages(folder: folder, names: names, numbers: numbers, rate: rate) else {
            return nil
        }
        guard images.missing <= images.count else {
            throw ExportError(
                .inputUnreadable,
                "of \(images.pattern), \(images.count) images are there and \(images.missing) are missing between them, "
                    + "\(names.name(of: images.firstMissing)) first: that is no clip, unless they are numbered one by one"
            )
        }
        return images
    }

    private static func list(_ folder: String) throws(ExportError) -> [String] {
        let place = folder.isEmpty ? "." : folder
        guard unsafe access(place.pathBytes, R_OK | X_OK) == 0 else {
            throw errno == EACCES
                ? ExportError(.inputNotPermitted, "cannot read \(place): permission denied")
                : ExportError(.inputMissing, "no such folder: \(place)")
        }
        return DirectoryEntries.names(in: place)
    }

    /// The series of images in a folder, two of them or more, in the order of their patterns.
    private static func patterns(of listed: [String], in folder: String, rate: FrameRate) -> [NumberedImages] {
        struct Key: Hashable { let prefix, suffix: String }
        /// The shortest number that was found, and whether any has a zero in front.
        struct Width { var least: Int, hasZeros: Bool }
        var widths: [Key: Width] = [:]
        // Hidden files are no images: macOS puts one beside each of a disk that is not its own.
        for name in listed where !name.hasPrefix(".") && isImage(name) {
            guard let like = NumberedName(likeName: name) else { continue }
            let key = Key(prefix: like.prefix, suffix: like.suffix)
            let hasZeros = like.width > 1 && name.utf8.dropFirst(like.prefix.utf8.count).first == UInt8(ascii: "0")
            let width = widths[key] ?? Width(least: like.width, hasZeros: hasZeros)
            widths[key] = Width(least: min(width.least, like.width), hasZeros: width.hasZeros || hasZeros)
        }
        return widths.compactMap { key, width in
            let least = width.hasZeros ? width.least : 1
            let names = NumberedName(prefix: key.prefix, suffix: key.suffix, width: least)
            let numbers = listed.compactMap(names.number).sorted()
            guard numbers.count > 1 else { return nil }
            return NumberedImages(folder: folder, names: names, numbers: numbers, rate: rate)
        }.sorted { $0.pattern < $1.pattern }
    }

    /// By its ending. What is in it is seen when it is opened.
    private static func isImage(_ name: String) -> Bool {
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return false }
        return endings.contains(String(name[name.utf8.index(after: dot)...]).lowercased())
    }

    private static let endings: Set<String> = [
        "bmp", "dng", "dpx", "exr", "hdr", "j2k", "jp2", "jpeg", "jpg", "pam", "pgm", "png", "ppm", "qoi", "sgi", "tga",
        "tif", "tiff", "webp",
    ]

    private static func text(_ patterns: [NumberedImages]) -> String {
        let shown = patterns.prefix(5).map { "\($0.pattern) (\($0.count))" }
        let more = patterns.count - shown.count
        return shown.joined(separator: ", ") + (more > 0 ? ", and \(more) more" : "")
    }

    /// The folder of a path with the slash behind it, and the name in it.
    private static func parts(of path: String) -> (folder: String, name: String) {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return ("", path) }
        let name = path.utf8.index(after: slash)
        return (String(path[..<name]), String(path[name...]))
    }

    /// The image that a path names; `nil` where it names none of them.
    func image(at path: String) -> String? {
        let name = Self.parts(of: path).name
        guard let number = names.number(in: name), runs.contains(where: { $0.contains(number) }) else { return nil }
        return self.path(of: number)
    }
}

extension MediaDescription {
    /// Whether the clip consists of numbered images, each a file of its own.
    public var isOfImages: Bool { images != nil }

    /// How many numbers a second there are, of numbered images; `nil` for every other clip.
    public var imageRate: FrameRate? { images?.rate }

    /// The file by which it is seen that the clip changed: of images the first.
    var stampedPath: String { images.map { $0.path(of: $0.first) } ?? path }

    /// Whether its file is still the one that was opened, and nothing has been written to it since. Of numbered images the first
    /// counts. `true` where it is not known what it was.
    ///
    /// - Complexity: O(1): some of its bytes are read.
    public var isCurrent: Bool { stamp.map { $0 == InputStamp(stampedPath) } ?? true }

    /// What has become of its file since it was opened, in words behind its name; `nil` where what was read of it is what it was, as of a
    /// recording that has grown since, and of a file that is no longer there.
    ///
    /// - Complexity: O(1): some of its bytes are read.
    package var change: String? { stamp?.change(of: stampedPath) }

    /// Whether a file is the clip, or one of its images.
    func isRead(from file: String) -> Bool { file == path || images?.image(at: file) == file }

    /// The file that a path could destroy where it is written to: the clip, or one of its images.
    func file(besides path: String) -> String {
        guard let images else { return self.path }
        return images.image(at: path) ?? images.path(of: images.first)
    }

    /// How many numbers between the first and the last have no image, and the name that the first of them would have; `nil` where none is
    /// missing.
    var missingImages: (count: Int64, first: String)? {
        guard let images, images.missing > 0 else { return nil }
        return (images.missing, images.names.name(of: images.firstMissing))
    }

    /// What should be known of numbered images, for people.
    var imageWarnings: [String] {
        let assumed = assumedRate.map {
            "\(path) are images, which do not say when they were taken: \($0) a second are assumed, unless their capture rate is given"
        }
        let missing = missingImages.map { "\(path) \(Self.missingText($0.count, first: $0.first))" }
        return [assumed, missing].compactMap(\.self)
    }

    /// That in words, which follow the pattern.
    static func missingText(_ count: Int64, first: String) -> String {
        count == 1
            ? "lacks an image, \(first): the one before it is shown for as long"
            : "lacks \(count) images, the first \(first): for each, the one before it is shown for as long"
    }
}
