internal import Presets

/// The filters of libavfilter that an edit may have: each makes a frame of the frame that it is given, and of nothing else. Many
/// others read or write files (`movie`, `lut3d`, `metadata`), already where a chain is only planned. They are left to people who type
/// them.
enum HarmlessFilters {
    /// Their names. None has an option that names a file.
    static let names: Set<String> = [
        "atadenoise", "avgblur", "bilateral", "boxblur", "cas", "chromanr", "chromashift", "colorbalance",
        "colorchannelmixer", "colorcontrast", "colorcorrect", "colorize", "colorlevels", "colortemperature", "crop",
        "deband",
        "deblock", "dedot", "deflicker", "drawbox", "drawgrid", "edgedetect", "eq", "exposure", "fftdnoiz",
        "fillborders",
        "format", "gblur", "gradfun", "grayworld", "greyedge", "hflip", "histeq", "hqdn3d", "hue", "huesaturation",
        "lagfun",
        "lenscorrection", "limiter", "lut", "lutrgb", "lutyuv", "monochrome", "negate", "nlmeans", "noise", "normalize",
        "owdenoise", "pad", "perspective", "pixelize", "rgbashift", "rotate", "scale", "setsar", "shear",
        "smartblur", "sobel", "tmix", "transpose", "unsharp", "vaguedenoiser", "vflip", "vibrance", "vignette",
        "yaepblur",
    ]

    /// What is wrong with the value of `filter`; `nil` where it has these filters only.
    static func problem(of value: PresetTexts.Value) -> String? {
        switch value {
        case .text(let chain): problem(of: chain)
        case .list(let chains): chains.lazy.compactMap(problem(of:)).first
        case .flag: nil
        }
    }

    /// What is wrong with a chain; `nil` where it has these filters only.
    ///
    /// It is read more strictly than libavfilter does, so that nothing can hide in it: without quotes, labels, and values that come from
    /// files (`/option=file`).
    static func problem(of chain: String) -> String? {
        if let sign = chain.first(where: { "'\\[];".contains($0) }) {
            return "a filter chain has no \(sign) here: type the command line for such a chain"
        }
        for filter in chain.split(separator: ",", omittingEmptySubsequences: false) {
            let parts = filter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0]).trimmed
            guard names.contains(name) else {
                return "the filter '\(name)' is not known to leave files alone: type the command line to use it"
            }
            let options = parts.dropFirst().first?.split(separator: ":") ?? []
            if options.contains(where: { String($0).trimmed.hasPrefix("/") }) {
                return "options of filters are not read from files here: type the command line for that"
            }
        }
        return nil
    }
}
