internal import CFFmpeg
package import FFmpeg

extension ContainerFormat {
    /// By the ending of a file's name.
    package init?(forPath path: String) {
        guard let format = unsafe av_guess_format(nil, path, nil) else { return nil }
        self.init(named: unsafe String(cString: format.pointee.name))
    }
}
